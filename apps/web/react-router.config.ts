import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  ssr: false,
  prerender: [
    '/',
    '/zh/',
    '/register',
    '/zh/register',
    '/login',
    '/zh/login',
    '/pricing',
    '/zh/pricing',
    '/appsumoforever',
    '/zh/appsumoforever',
  ],
  // Every route is in the first manifest: the page asks the server for nothing that it does not know.
  routeDiscovery: { mode: 'initial' },
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config
