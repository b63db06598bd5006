/** Mails that come back (T10): by the receiver of our own, or on the standard input of the operator's command. */
export { listenForBounces } from './listen-for-bounces.ts'
export { receiveBounce } from './receive-bounce.ts'
