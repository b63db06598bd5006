import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { languages } from '@sampan/contract/languages'
import {
  aboutPath,
  blogPath,
  changelogPath,
  cookiesPath,
  developersPath,
  homePath,
  type Language,
  lifetimePath,
  loginPath,
  type PathOf,
  pricingPath,
  privacyPath,
  registerPath,
  roadmapPath,
  supportIndexPath,
  supportPath,
  termsPath,
  updatesPath,
} from '@sampan/contract/paths'

/** The same files for each language, by which React knows a page again: changing the language keeps what was filled in. */
function publicPages(language: Language) {
  const home = homePath(language)
  const page = (path: string, file: string) => route(path.slice(1), `../pages/${file}.tsx`, { id: `${file}-${language}` })
  return [
    // Signing up opens over the home page, below whose address it stands.
    { ...page(home, 'home'), children: [page(registerPath(language).slice(home.length - 1), 'register')] },
    page(loginPath(language), 'login'),
    page(pricingPath(language), 'pricing'),
    page(lifetimePath(language), 'appsumoforever'),
    ...contentPages(language),
  ]
}

/** Those that are read only. They are reached by true links, never within the app. */
function contentPages(language: Language) {
  const page = (path: string, file: string, name = file) =>
    route(path.slice(1), `../pages/${file}.tsx`, { id: `${name}-${language}` })
  const texts: [name: string, pathOf: PathOf][] = [
    ['about', aboutPath],
    ['updates', updatesPath],
    ['terms', termsPath],
    ['privacy', privacyPath],
    ['cookies', cookiesPath],
  ]
  return [
    ...texts.map(([name, pathOf]) => page(pathOf(language), 'text-page', name)),
    page(changelogPath(language), 'changelog'),
    page(roadmapPath(language), 'roadmap'),
    page(developersPath(language), 'developers'),
    page(blogPath(language), 'blog'),
    page(`${blogPath(language)}/:name`, 'article'),
    page(`${homePath(language)}product/:name`, 'product'),
    page(supportPath(language), 'support'),
    page(`${supportPath(language)}/:name`, 'support-article'),
    route(supportIndexPath(language).slice(1), '../pages/support-index.ts', { id: `support-index-${language}` }),
  ]
}

export default [
  ...languages.flatMap(publicPages),
  route('thankyou', '../pages/thankyou.tsx', { id: 'thankyou' }),
  route('accept-invite', '../pages/accept-invite.tsx'),
  route('w/:slug', '../pages/download.tsx', { id: 'link' }),
  route('d/:slug/:user?', '../pages/download.tsx', { id: 'download' }),
  route('downloads/:slug/:user?/:downloadZip?', '../pages/download.tsx', { id: 'downloads' }),
  route('r/:slug/:user?', '../pages/request.tsx', { id: 'request' }),
  route('welcomeback', '../pages/welcomeback.tsx'),
  route('manage/:slug/:token', '../pages/manage.tsx'),
  route('updatepassword', '../pages/update-password.tsx'),
  route('notme', '../pages/not-me.tsx'),
  route('extension/:id', '../pages/extension.tsx'),
  route('invite/:token', '../pages/invite.tsx'),
  route('unsubscribe/:token', '../pages/unsubscribe.tsx'),
  route('notices/:token', '../pages/notices.tsx'),
  route('share', '../pages/share.tsx'),
  route('dash', './dash.tsx', [
    index('../pages/dash-home.tsx'),
    // The list stays where it is while one of its transfers is open.
    route('transfers', '../pages/dash-transfers.tsx', [route(':slug', '../pages/dash-transfer.tsx')]),
    route('requests', '../pages/dash-requests.tsx'),
    route('requests/new', '../pages/dash-new-request.tsx'),
    route('requests/:slug', '../pages/dash-request.tsx'),
    route('analytics', '../pages/dash-analytics.tsx'),
    route('contacts', '../pages/dash-contacts.tsx'),
    route('bin', '../pages/dash-bin.tsx'),
    route('news', '../pages/dash-news.tsx'),
    route('send', '../pages/dash-send.tsx'),
    route('plans', '../pages/dash-plans.tsx'),
    route('device', '../pages/dash-device.tsx'),
    route('tokens', '../pages/dash-tokens.tsx'),
    route('webhooks', '../pages/dash-webhooks.tsx'),
    route('webhooks/:webhookId', '../pages/dash-webhook.tsx'),
    route('forward/:slug', '../pages/dash-forward.tsx'),
    route('account', '../pages/dash-account.tsx', [
      index('../pages/dash-account-profile.tsx'),
      route('security', '../pages/dash-account-security.tsx'),
      route('billing', '../pages/dash-account-billing.tsx'),
      route('teams', '../pages/dash-account-teams.tsx'),
      route('domain', '../pages/dash-account-domain.tsx'),
      route('customize', '../pages/dash-account-customize.tsx'),
      route('settings', '../pages/dash-account-settings.tsx'),
    ]),
    route('*', '../pages/not-found.tsx', { id: 'dash-not-found' }),
  ]),
  // In the same frame, with the same guard.
  route('admin', './dash.tsx', { id: 'admin' }, [
    route('first', '../pages/admin-first.tsx'),
    layout('../pages/admin.tsx', [
      index('../pages/admin-health.tsx'),
      route('queue', '../pages/admin-queue.tsx'),
      route('storage', '../pages/admin-storage.tsx'),
      route('users', '../pages/admin-users.tsx'),
      route('users/:userId', '../pages/admin-user.tsx'),
      route('reports', '../pages/admin-reports.tsx'),
      route('feedback', '../pages/admin-feedback.tsx'),
      route('bounces', '../pages/admin-bounces.tsx'),
      route('audit', '../pages/admin-audit.tsx'),
    ]),
    route('*', '../pages/not-found.tsx', { id: 'admin-not-found' }),
  ]),
  route('*', '../pages/not-found.tsx'),
] satisfies RouteConfig
