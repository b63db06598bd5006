/** Paths of pages that mails, server and web must agree on, and the languages that they are in. */
import { languages } from './languages.ts'
import { type Article, articles, type ProductPage, productPages, type SupportArticle, supportArticles } from './site.ts'

export type Language = (typeof languages)[number]
/** Spoken where nobody asks for another; its pages are those without a language in their address. */
export const defaultLanguage = 'en' satisfies Language

export const isLanguage = (text: string): text is Language => languages.some((language) => language === text)

const languagePath = (language: Language, path: string): string => (language === defaultLanguage ? path : `/${language}${path}`)

export const homePath = (language: Language): string => languagePath(language, '/')
export const registerPath = (language: Language): string => languagePath(language, '/register')
export const loginPath = (language: Language): string => languagePath(language, '/login')
/** Where a provider's log-in begins, and where the provider sends whoever was there (A11). */
export const signInPath = (provider: string): string => `/sign-in/${provider}`
export const signInDonePath = (provider: string): string => `${signInPath(provider)}/done`
export const pricingPath = (language: Language): string => languagePath(language, '/pricing')
/** Where licence codes are activated. */
export const lifetimePath = (language: Language): string => languagePath(language, '/appsumoforever')
export type PathOf = (language: Language) => string
const inEach =
  (path: string): PathOf =>
  (language) =>
    languagePath(language, path)
export const aboutPath = inEach('/about')
/** What each month brought. */
export const updatesPath = inEach('/updates')
export const changelogPath = inEach('/changelog')
export const roadmapPath = inEach('/roadmap')
/** For who writes a program. */
export const developersPath = inEach('/developers')
export const supportPath = inEach('/support')
export const blogPath = inEach('/blog')
export const termsPath = inEach('/terms')
export const privacyPath = inEach('/privacy')
export const cookiesPath = inEach('/cookies')
export const productPath = (page: ProductPage): PathOf => inEach(`/product/${page}`)
export const articlePath = (article: Article): PathOf => inEach(`/blog/${article}`)
export const supportArticlePath = (article: SupportArticle): PathOf => inEach(`/support/${article}`)
/** Pages that are read: they come without the app, from the Markdown in apps/web/content (W4). */
export const contentPaths: readonly PathOf[] = [
  supportPath,
  aboutPath,
  updatesPath,
  changelogPath,
  roadmapPath,
  developersPath,
  ...productPages.map(productPath),
  blogPath,
  ...articles.map(articlePath),
  ...supportArticles.map(supportArticlePath),
  termsPath,
  privacyPath,
  cookiesPath,
]
/** Pages for search engines: each has an address in every language (W1). */
export const publicPaths: readonly PathOf[] = [homePath, registerPath, loginPath, pricingPath, lifetimePath, ...contentPaths]
/** What the search of the support pages looks through, written by the build. */
export const supportIndexPath = (language: Language): string => `/support/articles.${language}.json`
/** The logged-in area and everything below it; it follows the reader's language. */
export const dashPath = '/dash'
/** The operator's pages (O11), in the same frame. */
export const adminPath = '/admin'
export const isDashPath = (path: string): boolean =>
  [dashPath, adminPath].some((root) => path === root || path.startsWith(`${root}/`))
export const dashSendPath = '/dash/send'
export const dashTransfersPath = '/dash/transfers'
/** One transfer beside the list (named route TransferModal). */
export const dashTransferPath = (slug: string): string => `/dash/transfers/${slug}`
export const dashAnalyticsPath = '/dash/analytics'
export const dashContactsPath = '/dash/contacts'
export const dashRequestsPath = '/dash/requests'
/** One request, as a grid of suppliers and documents. */
export const dashRequestPath = (slug: string): string => `/dash/requests/${slug}`
export const dashNewRequestPath = '/dash/requests/new'
/** What was deleted and can be brought back. */
export const dashBinPath = '/dash/bin'
/** What is new in the product. */
export const dashNewsPath = '/dash/news'
/** What new transfers and requests begin with (B4). */
export const accountSettingsPath = '/dash/account/settings'
/** A sender's one-use answer to whoever asked for more time (X3). */
export const extensionPath = (id: string): string => `/extension/${id}`
/** Where whoever gets mails refuses further ones; mail programs post to it too. */
export const unsubscribePath = (token: string): string => `/unsubscribe/${token}`
/** Where an address confirms that it wants the notices of somebody's requests. */
export const noticesPath = (token: string): string => `/notices/${token}`
/** Where the code of a terminal is confirmed; people type the short one, which leads to the other. */
export const devicePath = '/device'
export const dashDevicePath = '/dash/device'
export const dashTokensPath = '/dash/tokens'
/** What tells one's own programs of what happens (O9). */
export const dashWebhooksPath = '/dash/webhooks'
export const dashWebhookPath = (id: string): string => `${dashWebhooksPath}/${id}`
/** The account: who one is, what one pays (named routes accountProfile and accountBilling). */
export const accountProfilePath = '/dash/account'
export const accountBillingPath = '/dash/account/billing'
export const accountSecurityPath = '/dash/account/security'
/** Its part where the second step is set up. */
export const secondStepHash = '#second-step'
/** The team: its people, invitations and roles. */
export const accountTeamsPath = '/dash/account/teams'
export const accountDomainPath = '/dash/account/domain'
/** What recipients see of whoever sends (named route accountCustomize). */
export const accountCustomizePath = '/dash/account/customize'
/** An invitation to a team, whose token the mail has. */
/** Where whoever was named to be a team's owner confirms it. */
export const handoverPath = (token: string): string => `${accountTeamsPath}?handover=${token}`
export const invitationPath = (token: string): string => `/invite/${token}`
/** The plans; `/pricing` in public, here for whoever is logged in. */
export const dashPlansPath = '/dash/plans'
/** After paying, and after joining a team (spec §2). */
export const thankYouPath = '/thankyou'
export const joinedPath = '/accept-invite'
export const updatePasswordPath = (token: string): string => `${updatePasswordPage}?t=${token}`
/** The page of a link whose token is put behind it. */
export const updatePasswordPage = '/updatepassword'
/** Where whoever was told of a new device ends its session. */
export const disownPath = (token: string): string => `${disownPage}?t=${token}`
export const disownPage = '/notme'
export const dashForwardPath = (slug: string): string => `/dash/forward/${slug}`
/** The same card, begun with whom and what the transfer was sent with. */
export const dashDuplicatePath = (slug: string): string => `${dashForwardPath(slug)}?as=new`
export const adminQueuePath = '/admin/queue'
export const adminStoragePath = '/admin/storage'
export const adminUsersPath = '/admin/users'
export const adminUserPath = (userId: string): string => `${adminUsersPath}/${userId}`
export const adminReportsPath = '/admin/reports'
export const adminFeedbackPath = '/admin/feedback'
export const adminBouncesPath = '/admin/bounces'
export const adminAuditPath = '/admin/audit'
/** Where somebody becomes the first operator, by a link of the terminal. */
export const firstOperatorPage = '/admin/first'
export const firstOperatorPath = (token: string): string => `${firstOperatorPage}?t=${token}`
/** Every page of the logged-in area; what stands below it otherwise is unknown. */
export const dashPagePaths: readonly string[] = [
  dashPath,
  dashSendPath,
  dashTransfersPath,
  dashTransferPath(':slug'),
  dashForwardPath(':slug'),
  dashAnalyticsPath,
  dashContactsPath,
  dashRequestsPath,
  dashNewRequestPath,
  dashRequestPath(':slug'),
  dashBinPath,
  dashNewsPath,
  dashPlansPath,
  dashDevicePath,
  dashTokensPath,
  dashWebhooksPath,
  dashWebhookPath(':webhookId'),
  accountProfilePath,
  accountSecurityPath,
  accountBillingPath,
  accountSettingsPath,
  accountTeamsPath,
  accountDomainPath,
  accountCustomizePath,
  adminPath,
  adminQueuePath,
  adminStoragePath,
  adminUsersPath,
  adminUserPath(':userId'),
  adminReportsPath,
  adminFeedbackPath,
  adminBouncesPath,
  adminAuditPath,
  firstOperatorPage,
]
export const linkPath = (slug: string): string => `/w/${slug}`
export const downloadPath = (slug: string, user?: string): string => (user ? `/d/${slug}/${user}` : `/d/${slug}`)
/** The same page, which starts the zip of everything at once (D2); a lone second segment is the user. */
export const zipPagePath = (slug: string, user: string): string => `/downloads/${slug}/${user}/zip`
/** What a sender without an account looks after a transfer by (Q22). */
export const managePath = (slug: string, token: string): string => `/manage/${slug}/${token}`
/** Where whoever was asked for files sends them; a personal link has the token behind it (R2). */
export const requestPath = (slug: string, user?: string): string => (user ? `/r/${slug}/${user}` : `/r/${slug}`)
/** Invites whoever sent without an account to save that (A7). */
export const welcomeBackPath = '/welcomeback'
/** Where other apps share files to the installed one (I3). */
export const sharePath = '/share'
export const picturePath = (pictureId: string): string => `/api/pictures/${pictureId}`
export const logoPath = (signedDomain: string): string => `/api/logos/${encodeURIComponent(signedDomain)}`
export const brandPicturePath = (pictureId: string): string => `/api/brands/pictures/${pictureId}`
export const brandThemePath = (theme: string): string => `/api/brands/themes/${theme}`
export const exportPath = (key: string): string => `/api/exports/${encodeURIComponent(key)}`
export const outboxPath = '/outbox'
/** Pages that draw strangers' files in a frame: without an origin and without a way to any server (R34). */
export const previewFrames = ['lines', 'pdf'] as const
export type PreviewFrame = (typeof previewFrames)[number]
export const previewFramePath = (frame: PreviewFrame): string => `/preview-frame/${frame}`

type BytesQuery = { user?: string; dl?: string; selection?: string; as?: string; seen?: '1' }
const withQuery = (path: string, query: BytesQuery): string => {
  const text = new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])).toString()
  return text ? `${path}?${text}` : path
}
export const filePath = (slug: string, fileId: string, query: BytesQuery = {}): string =>
  withQuery(`/api/transfers/${slug}/files/${fileId}`, query)
export const previewPath = (slug: string, fileId: string, query: BytesQuery = {}): string =>
  withQuery(`/api/transfers/${slug}/files/${fileId}/preview`, query)
export const zipPath = (slug: string, query: BytesQuery = {}): string => withQuery(`/api/transfers/${slug}/zip`, query)

/** Stands in built pages where the server writes what the operator calls the product. */
export const builtProductName = '%PRODUCT_NAME%'
/** Stands for a provider's name in the words that a built page has for each of them (A11). */
export const builtProviderName = '%PROVIDER_NAME%'
/** The same for its origin, where no address of a link is. */
export const builtOrigin = '%ORIGIN%'
/** And for what it says of itself; `data-operator` at an element says that it goes where that is not set. */
export const builtOperator = { name: '%OPERATOR_NAME%', address: '%OPERATOR_ADDRESS%', email: '%SUPPORT_EMAIL%' } as const
