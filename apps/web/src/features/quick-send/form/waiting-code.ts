/** The codes that senders were asked for. */
import { waitingCodes } from '../../../lib/waiting-code.ts'

export const sendCodes = waitingCodes('sampan.code')
export const { isCodeAlive, isRefusedAsSpent, keepWaitingCode } = sendCodes
