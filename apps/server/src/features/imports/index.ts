/** What came over from Pingvin Share or Palmr (O9): each once, its old addresses with it. */
export { type ImportedShare, importName, importPurpose } from './import-purpose.ts'
export { importRequest } from './import-request.ts'
export { type OldLink, oldLink } from './old-links.ts'
export { CameBefore, importedForCopy, importedIds, type Product } from './queries.ts'
