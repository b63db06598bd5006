/** Send was pressed too early: the focus goes where what is missing can be put right. */
import { chunks } from '../card/chunks.ts'
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

export async function goToMissing(form: HTMLFormElement, reason: Reason): Promise<void> {
  const find = (selector: string) => form.querySelector<HTMLElement>(selector)
  if (inOptions.includes(reason)) {
    await chunks.optionsPanel.load().catch(() => {})
    find('[name=options][aria-expanded=false]')?.click()
  }
  const place = find(places[reason])
  place?.focus()
  place?.scrollIntoView({ block: 'nearest' })
}
