/** The credit that the data of places ask for, if the server wrote one into the page. */
type Credit = { before: string; address: string; after: string }

export function geoCredit(): Credit | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sampan-geo-credit"]')?.content
  return content ? (JSON.parse(content) as Credit) : null
}
