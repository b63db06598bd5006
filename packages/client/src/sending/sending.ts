/**
 * One sending, from its first file until everything has arrived: what it is, what changes it, and what is to be done next. Pure, so that the
 * card, the request page, new files of a sent transfer and the command line cannot differ; `run-sending.ts` does what is to be done.
 */

/**
 * open: Send was not pressed, files come and go. sealed: it was, and no file comes or goes. cancelling: it stands still until the server has
 * cancelled what it may have published. failed: Send has to be pressed again. done: every byte has arrived.
 */
export type SendingPhase = 'open' | 'sealed' | 'cancelling' | 'failed' | 'done'

/**
 * plan: wait until the server knows every file. bytes: wait for the last byte. ask: ask the server to publish it. recheck: send again what
 * the server has lost. cancel: have the server cancel it.
 */
export type SendingEffect = 'plan' | 'bytes' | 'ask' | 'recheck' | 'cancel'

/** What failed, as the sender sees it. */
export type SendingStage = 'uploading' | 'publishing'

export type Sending<Answer> = {
  phase: SendingPhase
  /** What the server has made of it. asked: it may have published it, the answer is not there. */
  server: 'nothing' | 'asked' | 'published'
  /** What a sealed one does next. */
  step: Exclude<SendingEffect, 'cancel'>
  /** Calls to publish whose answers are awaited. */
  calls: number
  /** The last byte has arrived since Send was pressed. */
  hasArrived: boolean
  /** To whom and how it was published, in words that can be compared; null where an earlier visit did it. */
  sentAs: string | null
  answer: Answer | null
  /** It was cancelled after its last byte had arrived: it is sent for good. */
  isTooLate: boolean
  failure: { stage: SendingStage; error: unknown } | null
}

export type SendingEvent<Answer> =
  /** Send or "Try again" was pressed. `asksWhenWhole`: the server is not asked before it has every byte. */
  | { type: 'sealed'; asksWhenWhole?: boolean | undefined }
  | { type: 'planned' }
  | { type: 'arrived' }
  | { type: 'rechecked' }
  | { type: 'asked'; sentAs?: string | undefined }
  | { type: 'answered'; answer: Answer; isWhole: boolean }
  /** The server has published nothing by this call, and says why. */
  | { type: 'refused'; error: unknown }
  /** The same, since it lacks bytes that it had. */
  | { type: 'incomplete' }
  /** Nobody knows what became of the call. `goesOn`: the bytes wait for the line by themselves, and so does it. */
  | { type: 'unanswered'; error: unknown; goesOn?: boolean | undefined }
  /** What is done at this step cannot be done. */
  | { type: 'broke'; error: unknown }
  /** By its sender. */
  | { type: 'cancelled' }
  /** By the server: nobody has it, or everybody. */
  | { type: 'cancelConfirmed' }
  | { type: 'cancelTooLate' }

export const newSending = <Answer>(isPublished = false): Sending<Answer> => ({
  phase: 'open',
  server: isPublished ? 'published' : 'nothing',
  step: 'plan',
  calls: 0,
  hasArrived: false,
  sentAs: null,
  answer: null,
  isTooLate: false,
  failure: null,
})

/** What is to be done now, if anything. It is cancelled once no call is out that would publish it all the same. */
export function effectOf({ phase, step, calls }: Sending<unknown>): SendingEffect | null {
  if (phase === 'cancelling') return calls === 0 ? 'cancel' : null
  return phase === 'sealed' ? step : null
}

/** After a crash it is taken for sent: asking again does no harm. What was cancelled without an answer is not. */
export const mayBePublished = ({ phase, server }: Sending<unknown>): boolean =>
  server === 'published' || (server === 'asked' && phase !== 'cancelling')

/** Before the last byte the link is made in passing: what is shown is how far the bytes are. */
export const stageOf = ({ step, hasArrived }: Sending<unknown>): SendingStage =>
  step === 'ask' && hasArrived ? 'publishing' : 'uploading'

function failed<Answer>(sending: Sending<Answer>, error: unknown): Sending<Answer> {
  if (sending.phase !== 'sealed') return sending
  const stage = sending.step === 'plan' || sending.step === 'ask' ? 'publishing' : 'uploading'
  return { ...sending, phase: 'failed', failure: { stage, error } }
}

/** Nothing that is over comes again: what an earlier press has begun may end after the next one. */
function stepped<Answer>(sending: Sending<Answer>, from: SendingEffect, to: Sending<Answer>['step']): Sending<Answer> {
  return sending.phase === 'sealed' && sending.step === from ? { ...sending, step: to } : sending
}

/** There is nothing to cancel where nothing was published. */
const settled = <Answer>(sending: Sending<Answer>): Sending<Answer> =>
  sending.phase === 'cancelling' && sending.calls === 0 && sending.server === 'nothing' ? { ...sending, phase: 'open' } : sending

/** One call less is out. */
const answeredCall = <Answer>(sending: Sending<Answer>): Sending<Answer> => ({
  ...sending,
  calls: Math.max(0, sending.calls - 1),
})

const withoutTransfer = <Answer>(sending: Sending<Answer>): Sending<Answer> => ({
  ...sending,
  server: sending.server === 'asked' ? 'nothing' : sending.server,
})

function onAnswer<Answer>(before: Sending<Answer>, answer: Answer, isWhole: boolean): Sending<Answer> {
  const sending: Sending<Answer> = { ...answeredCall(before), server: 'published', answer }
  if (isWhole && sending.phase === 'sealed') return { ...sending, phase: 'done' }
  return stepped(sending, 'ask', sending.hasArrived ? 'recheck' : 'bytes')
}

function onUnanswered<Answer>(before: Sending<Answer>, error: unknown, goesOn: boolean): Sending<Answer> {
  const sending = answeredCall(before)
  return goesOn && !sending.hasArrived ? stepped(sending, 'ask', 'bytes') : failed(sending, error)
}

function onCancelled<Answer>(sending: Sending<Answer>): Sending<Answer> {
  if (sending.phase === 'done') return sending
  return settled({ ...sending, phase: 'cancelling', failure: null })
}

function onSealed<Answer>(sending: Sending<Answer>, asksWhenWhole: boolean): Sending<Answer> {
  if (sending.phase === 'done') return sending
  return { ...sending, phase: 'sealed', step: asksWhenWhole ? 'bytes' : 'plan', hasArrived: false, failure: null }
}

function onAsked<Answer>(sending: Sending<Answer>, sentAs: string | undefined): Sending<Answer> {
  const server = sending.server === 'published' ? 'published' : 'asked'
  return { ...sending, server, calls: sending.calls + 1, sentAs: sentAs ?? sending.sentAs }
}

export function nextSending<Answer>(sending: Sending<Answer>, event: SendingEvent<Answer>): Sending<Answer> {
  switch (event.type) {
    case 'sealed':
      return onSealed(sending, event.asksWhenWhole ?? false)
    case 'planned':
      return stepped(sending, 'plan', 'ask')
    case 'arrived':
      return stepped({ ...sending, hasArrived: true }, 'bytes', 'ask')
    case 'rechecked':
      return stepped(sending, 'recheck', 'ask')
    case 'asked':
      return onAsked(sending, event.sentAs)
    case 'answered':
      return onAnswer(sending, event.answer, event.isWhole)
    case 'refused':
      return settled(failed(withoutTransfer(answeredCall(sending)), event.error))
    case 'incomplete':
      return settled(stepped(withoutTransfer(answeredCall(sending)), 'ask', 'recheck'))
    case 'unanswered':
      return onUnanswered(sending, event.error, event.goesOn ?? false)
    case 'broke':
      return failed(sending, event.error)
    case 'cancelled':
      return onCancelled(sending)
    case 'cancelConfirmed':
      return { ...newSending<Answer>(), calls: sending.calls }
    case 'cancelTooLate':
      return { ...sending, phase: 'open', server: 'published', isTooLate: true }
  }
}
