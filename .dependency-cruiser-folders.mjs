/** Features form no circle as folders, even where no two files do. Their tests may look at each other. */
const features = '^apps/server/src/features/'

export default {
  forbidden: [
    {
      name: 'no-feature-circle',
      comment: 'features form no circle as folders',
      severity: 'error',
      scope: 'folder',
      from: { path: features },
      to: { circular: true },
    },
  ],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    includeOnly: { path: features },
    exclude: { path: '[.]test[.]tsx?$|/test-[^/]+$' },
  },
}
