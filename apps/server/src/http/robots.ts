/** Programs that follow links for nobody: search engines, previews in chats, scanners of mails. A label by what they say of themselves: it keeps openings and what was read in part out of a timeline, and never judges a whole download. */
const robots =
  /bot\b|bot[/;_-]|crawl|spider|slurp|facebookexternalhit|facebookcatalog|whatsapp|skypeuripreview|preview|embedly|pinterest|vkshare|mediapartners|google-(?:safety|read|inspection|pagerenderer)|safelinks|proofpoint|urldefense|mimecast|barracuda|zscaler|trendmicro|trend micro|ironport|symantec|messagelabs|forcepoint|sophos|fireeye|trellix|fortinet|virustotal|urlscan|lighthouse|uptime|pingdom|statuscake|nimbostratus|bingpreview|office existence discovery|ms-office|linkcheck|linkvalidat|siteaudit/i

/** Whoever says nothing is one: every browser and every program of a person names itself. */
export const isRobot = (userAgent: string): boolean => userAgent === '' || robots.test(userAgent)
