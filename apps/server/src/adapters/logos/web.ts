/** Logos of a service on the Internet that the operator has named. */
import { fetchPublic } from '../fetch-public/fetch-public.ts'
import type { LogoSource } from './logos.ts'

/** `template` has {domain} in it. */
export const createLogoService = (template: string): LogoSource => ({
  find: (domain) => fetchPublic(template.replaceAll('{domain}', encodeURIComponent(domain)), 'image/*'),
})
