/** A page is awake once what is pressed does what it says: whoever waits for that (still/wake.ts, a test) sees it at the document. */
export const awakeEvent = 'sampan:awake'

export function sayAwake(): void {
  document.documentElement.dataset.awake = ''
  dispatchEvent(new Event(awakeEvent))
}
