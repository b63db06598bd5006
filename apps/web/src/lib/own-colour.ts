/** The operator's colour, as the server tells it with each page; null for the product's (O2). */
export const ownColour = (): string | null =>
  typeof document === 'undefined'
    ? null
    : (document.querySelector<HTMLMetaElement>('meta[name="sampan-colour"]')?.content ?? null)
