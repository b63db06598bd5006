/** The doctor (O8): what is wrong with an installation, and the line that mends it. */
export { examine } from './examine.ts'
export { doctorRoutes } from './routes.ts'
