/** The operator's support address, if the server wrote one into the page. */
export const supportAddress = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="sampan-support"]')?.content || null
