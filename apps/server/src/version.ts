/** Which release this is, and of which commit it was built. */
declare const SAMPAN_VERSION: string | undefined

/** The build puts it in (scripts/build.mjs); run from its sources it has none. */
export const version: string = typeof SAMPAN_VERSION === 'string' ? SAMPAN_VERSION : 'development'
