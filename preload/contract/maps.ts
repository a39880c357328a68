/** Appends values to the list of a key. */
export function appendTo<K, V>(map: Map<K, V[]>, key: K, ...values: NoInfer<V>[]): void {
  const list = map.get(key);
  if (list) list.push(...values);
  else map.set(key, values);
}
