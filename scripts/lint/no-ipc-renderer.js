// In ESLint this would be a setting of `no-restricted-syntax`, which oxlint does not have.

/** Reports imports of ipcRenderer from Electron. */
export default {
  meta: { name: 'ports' },
  rules: {
    'no-ipc-renderer': {
      meta: {
        type: 'problem',
        schema: [],
        messages: {
          only: 'Only preload/index.ts hands ports over; everything else goes through the contract.',
        },
      },
      create: (context) => ({
        'ImportDeclaration[source.value=/^electron/] > ImportSpecifier[imported.name="ipcRenderer"]'(node) {
          context.report({ node, messageId: 'only' });
        },
      }),
    },
  },
};
