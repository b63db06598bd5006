import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  // One route for both addresses: changing the language keeps what was filled in. Signing up opens over the home page.
  route('zh?', '../pages/home.tsx', [route('register', '../pages/register.tsx')]),
  route('zh?/login', '../pages/login.tsx'),
  route('w/:slug', '../pages/download.tsx', { id: 'link' }),
  route('d/:slug/:user?', '../pages/download.tsx', { id: 'download' }),
  route('dash', './dash.tsx', [index('../pages/dash-transfers.tsx'), route('send', '../pages/dash-send.tsx')]),
  route('*', '../pages/not-found.tsx'),
] satisfies RouteConfig
