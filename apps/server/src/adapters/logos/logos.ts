/** The port to whoever knows the logos of companies (A6). */

export type LogoSource = {
  /**
   * Some bytes for a domain, 1 MiB at most, within 5 s; null where there are none. Whether they are a picture is the caller's to see.
   * Rejects where nothing can be said, and the caller may ask again later.
   */
  find: (domain: string) => Promise<Buffer | null>
}
