/** What recipients see of whoever sends (B1). */
export { brandOfMail, brandOfPage } from './brand-of.ts'
export { brandForCopy } from './for-copy.ts'
export { brandRoutes } from './routes.ts'
