/** Send was pressed too early, or was refused: the focus goes where that can be put right. */
import { chunks } from '../card/chunks.ts'
import type { Place } from '../form/problem-place.ts'
import type { Reason } from '../form/readiness.ts'

const places: Record<Reason, string> = {
  needFiles: '[name=addFiles]',
  overLimit: '[name=removeLargest]',
  overStorage: '[name=removeLargest]',
  tooManyFiles: '#chosen-files',
  needRecipients: '[name=recipients]',
  wrongRecipient: '[name=recipients]',
  unfinishedRecipient: '[name=recipients]',
  tooManyPeople: '[name=recipients]',
  needSender: '[name=email]',
  wrongSender: '[name=email]',
  monthUsedUp: '[name=email]',
  longMessage: '[name=message]',
  needPassword: '[name=linkPassword]',
  shortPassword: '[name=linkPassword]',
  wrongLimit: '[name=downloadLimit]',
  wrongDate: '[name=untilDay]',
  needResume: '#interrupted',
  endRecording: '#recordings section button',
}
const inOptions: readonly Reason[] = ['needPassword', 'shortPassword', 'wrongLimit', 'wrongDate']

async function openOptions(form: HTMLElement): Promise<void> {
  await chunks.optionsPanel.load().catch(() => {})
  form.querySelector<HTMLElement>('[name=options][aria-expanded=false]')?.click()
}

function goTo(place: HTMLElement | null, block: ScrollLogicalPosition = 'nearest'): void {
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block })
}

export async function goToMissing(form: HTMLFormElement, reason: Reason): Promise<void> {
  const isInOptions = inOptions.includes(reason)
  if (isInOptions) await openOptions(form)
  goTo(form.querySelector<HTMLElement>(places[reason]), isInOptions ? 'center' : 'nearest')
}

const refusedPlaces: Record<Exclude<Place, 'send'>, string> = {
  files: '#chosen-files',
  recipients: '[name=recipients]',
  options: '[name=options] ~ * [aria-invalid=true]',
}

/** What was refused at the button itself is read there. */
export async function goToRefused(form: HTMLFormElement, place: Place): Promise<void> {
  if (place === 'send') return
  if (place === 'options') await openOptions(form)
  const field = form.querySelector<HTMLElement>(refusedPlaces[place]) ?? form.querySelector<HTMLElement>(`[name=${place}]`)
  // The words below it are to be seen above the button too.
  goTo(field, 'center')
}
