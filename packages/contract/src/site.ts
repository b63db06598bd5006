/** What the public site has (W3): its words are the Markdown of apps/web/content, by these names and in every language. */

/** In the order of the menu. */
export const productPages = [
  'supplier-document-tracking',
  'document-receipts',
  'attachments-organized',
  'dashboard-analytics',
  'business-intelligence',
  'works-everywhere',
] as const
export type ProductPage = (typeof productPages)[number]

export const supportArticles = [
  'sending-to-china',
  'how-large-and-how-many',
  'without-an-account',
  'expired-links',
  'interrupted-uploads',
  'mail-did-not-arrive',
  'passwords-and-limits',
  'who-downloaded',
  'asking-for-files',
  'teams',
  'plans-and-billing',
  'delete-and-export',
  'safety-and-encryption',
  'self-hosting',
] as const
export type SupportArticle = (typeof supportArticles)[number]

/** The articles of the blog, whose readers are counted. */
export const articles = [
  'sinosend-vs-wetransfer',
  'how-to-send-big-files-to-china',
  'china-trade-fairs-closed-now-what-how-to-source-your-products',
  'best-file-transfer-china',
] as const
export type Article = (typeof articles)[number]

/** What people can vote for, in the order in which the page shows ideas that have as many votes. What is there already is none. */
export const ideas = [
  'single-sign-on',
  's3',
  'webhooks',
  'desktop-app',
  'wechat-notices',
  'hindi',
  'end-to-end',
  'several-machines',
] as const
export type Idea = (typeof ideas)[number]
