// eslint-plugin-svelte's rule of this name needs the type checker, which takes minutes. Components here declare their
// props in one way, so the syntax is enough.

/** Returns the name of a property or member: an identifier's, or the text of a quoted one. */
const nameOf = (key) => key.name ?? key.value;
/** Returns the property names in an object pattern. */
const propertyNames = (pattern) => pattern.properties.map(({ key }) => nameOf(key));

/** Reports each member of `interface Props` that `let { … }: Props = $props()` does not destructure. */
export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: { unused: '"{{name}}" is a prop that the component does not use.' },
  },
  create(context) {
    const members = [];
    let destructured;
    return {
      'TSInterfaceDeclaration[id.name="Props"] > TSInterfaceBody > TSPropertySignature'(node) {
        members.push(node);
      },
      'VariableDeclarator[init.callee.name="$props"]'({ id }) {
        const takesAll =
          id.type !== 'ObjectPattern' || id.properties.some(({ type }) => type === 'RestElement');
        destructured = takesAll ? undefined : propertyNames(id);
      },
      'Program:exit'() {
        if (destructured)
          for (const node of members)
            if (!destructured.includes(nameOf(node.key)))
              context.report({ node, messageId: 'unused', data: { name: nameOf(node.key) } });
      },
    };
  },
};
