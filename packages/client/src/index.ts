/** What programs of others import as `@sampan/client`; routes are below `@sampan/client/routes/`. */
export { type ErrorCode, Problem } from '@sampan/contract/errors'
export { type Api, type ApiOptions, type ApiSession, createApi } from './api.ts'
export { NetworkError } from './network-error.ts'
export { type SendFilesOptions, type SentFiles, sendFiles, tokenSession } from './send-files.ts'
export { startUpload } from './upload/start-upload.ts'
export type { SourceFile, Upload, UploadPhase, UploadSnapshot, UploadWarning } from './upload/upload.ts'
