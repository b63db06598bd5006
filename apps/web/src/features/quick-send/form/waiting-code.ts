/** The codes that senders were asked for. */
import { waitingCodes } from '../../../product/session/waiting-code.ts'

export const sendCodes = waitingCodes('sampan.code')
export const { isCodeAlive, isRefusedAsSpent, keepWaitingCode } = sendCodes
