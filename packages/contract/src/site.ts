/** What of the public site is counted: the articles of the blog, and the ideas that people vote for (W3). Their words are content. */
export const articles = [
  'sinosend-vs-wetransfer',
  'how-to-send-big-files-to-china',
  'china-trade-fairs-closed-now-what-how-to-source-your-products',
  'best-file-transfer-china',
] as const
export type Article = (typeof articles)[number]

/** In the order in which the page shows them where they have as many votes. */
export const ideas = [
  'own-domain',
  'brand',
  'passkeys',
  'single-sign-on',
  's3',
  'webhooks',
  'desktop-app',
  'wechat-notices',
  'hindi',
  'end-to-end',
] as const
export type Idea = (typeof ideas)[number]
