/**
 * Features of the server, and the rooms of a feature of the web app, form no circle as folders, even where no two files do. Their tests may look
 * at each other, and what is loaded when it is needed ends a circle.
 */
const features = '^apps/server/src/features/'
const rooms = '^apps/web/src/features/[^/]+/'
const noCircle = (name, comment, path) => ({
  name,
  comment,
  severity: 'error',
  scope: 'folder',
  from: { path },
  to: { circular: true },
})

export default {
  forbidden: [
    noCircle('no-feature-circle', 'features form no circle as folders', features),
    noCircle('no-room-circle', 'the rooms of a feature form no circle as folders', rooms),
  ],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    includeOnly: { path: [features, rooms] },
    exclude: { path: '[.]test[.]tsx?$|/test-[^/]+$', dynamic: true },
  },
}
