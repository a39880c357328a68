// The rule of eslint-plugin-svelte of this name asks the type checker, which takes minutes. Here components declare their
// props in one way, so their syntax tells.

/** Returns the names in an object pattern. */
const namesTaken = (pattern) =>
  pattern.properties.map((property) =>
    'key' in property && 'name' in property.key ? property.key.name : '',
  );

/** Complains about each member of `interface Props` that `let { … }: Props = $props()` does not take. */
export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: { unused: '"{{name}}" is a prop that the component does not use.' },
  },
  create(context) {
    const members = [];
    let taken;
    return {
      'TSInterfaceDeclaration[id.name="Props"] > TSInterfaceBody > TSPropertySignature'(node) {
        members.push(node);
      },
      'VariableDeclarator[init.callee.name="$props"]'({ id }) {
        const whole = id.type !== 'ObjectPattern' || id.properties.some(({ type }) => type === 'RestElement');
        taken = whole ? undefined : namesTaken(id);
      },
      'Program:exit'() {
        if (taken)
          for (const node of members)
            if (!taken.includes(node.key.name ?? node.key.value))
              context.report({ node, messageId: 'unused', data: { name: node.key.name ?? node.key.value } });
      },
    };
  },
};
