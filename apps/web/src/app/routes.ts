import { type RouteConfig, route } from '@react-router/dev/routes'

export default [
  // One route for both addresses: changing the language keeps what was filled in.
  route('zh?', '../pages/home.tsx'),
  route('w/:slug', '../pages/download.tsx', { id: 'link' }),
  route('d/:slug/:user?', '../pages/download.tsx', { id: 'download' }),
  route('*', '../pages/not-found.tsx'),
] satisfies RouteConfig
