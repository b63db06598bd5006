import { Problem } from '@sampan/contract/errors'

const lostCodes = ['uploadNotFound', 'uploadClosed']

/** The server knows this upload no more, or takes nothing into it. */
export const isLost = (error: unknown): boolean => error instanceof Problem && lostCodes.includes(error.code)
