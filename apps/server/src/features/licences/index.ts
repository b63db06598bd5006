/** Licence codes: activated by accounts, made and revoked by the operator (P6). */
export { makeCodes as makeLicenceCodes, revokeCodes as revokeLicenceCodes } from './operate-codes.ts'
export { codesForCopy, releaseCodes } from './queries.ts'
export { listBatches as listLicenceBatches, listCodes as listLicenceCodes } from './queries-operator.ts'
export { licenceRoutes } from './routes.ts'
