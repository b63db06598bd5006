/** Programs that follow links for nobody: search engines, previews in chats, scanners of mails. By what they say of themselves. A make of phones is called Cubot. */
const robots =
  /(?<!\bcu)bot\b|(?<!\bcu)bot[/;_-]|crawl|spider|slurp|facebookexternalhit|facebookcatalog|whatsapp|skypeuripreview|microsoft-?atp|atp safe|preview|embedly|pinterest|vkshare|mediapartners|google-(?:safety|read|inspection|pagerenderer)|googleimageproxy|safelinks|proofpoint|urldefense|mimecast|barracuda|zscaler|trendmicro|trend micro|ironport|symantec|messagelabs|forcepoint|sophos|fireeye|trellix|cloudmark|avanan|checkpoint|vadesecure|paloaltonetworks|palo alto networks|netcraft|fortinet|virustotal|urlscan|lighthouse|uptime|pingdom|statuscake|nimbostratus|bingpreview|office existence discovery|ms-office|linkcheck|linkvalidat|siteaudit/i

/** Those get no bytes, for nobody would have had them (D11): given without counting, a download's limit would end where somebody calls itself so. */
export const isNamedRobot = (userAgent: string): boolean => robots.test(userAgent)

/** Whoever says nothing is one: every browser and every program of a person names itself. A label of what opens and begins; what it reads whole counts. */
export const isRobot = (userAgent: string): boolean => userAgent === '' || isNamedRobot(userAgent)

type Headers = { [name: string]: string | string[] | undefined }

/** A browser fetches ahead what nobody has asked for yet; it asks once more when somebody does. */
export const isPrefetch = (headers: Headers): boolean =>
  [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].some((purpose) =>
    /\b(?:prefetch|prerender|preview)\b/i.test(String(purpose ?? '')),
  )
