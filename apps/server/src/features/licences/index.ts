/** Licence codes: activated by accounts, made and revoked by the operator (P6). */
import { makeCodes, revokeCodes } from './operate-codes.ts'
import { listBatches, listCodes } from './queries-operator.ts'
import { licenceRoutes } from './routes.ts'

export const licenceFeature = { routes: licenceRoutes }
export const operatorCodes = { makeCodes, revokeCodes, listBatches, listCodes }
