interface KeyValueStore<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Returns the value of a key in a Map or WeakMap; if there is none, computes and stores it. */
export function getOrCompute<K, V>(map: KeyValueStore<K, V>, key: K, compute: (key: K) => NoInfer<V>): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = compute(key);
  map.set(key, value);
  return value;
}

/** Appends values to the list of a key. */
export function appendTo<K, V>(map: Map<K, V[]>, key: K, ...values: NoInfer<V>[]): void {
  const list = map.get(key);
  if (list) list.push(...values);
  else map.set(key, values);
}
