/** Address of the operator's own logo; null where there is none, and in a page that is being built, into which the server puts it. */
export const ownLogo = (): string | null =>
  typeof document === 'undefined' ? null : (document.querySelector<HTMLMetaElement>('meta[name="sampan-logo"]')?.content ?? null)
