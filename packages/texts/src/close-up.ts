/**
 * Chinese stands close to Chinese: the space that the sentences keep beside a slot is for Latin letters and figures. What people have
 * written themselves keeps each of its spaces.
 */
const chinese = String.raw`[\p{Script=Han}\u3000-\u303f\uff00-\uffef“”]`
const [begin, end] = ['\ue000', '\ue001']
const beginsChinese = new RegExp(`^${chinese}`, 'u')
const endsChinese = new RegExp(`${chinese}$`, 'u')
const spaceBeside = new RegExp(`(?<=${chinese}${end}) (?=${begin}?${chinese})|(?<=${chinese}) (?=${begin}${chinese})`, 'gu')

/** Latin edges are left bare: sentences may look at how a slot begins. */
const marked = (slot: unknown): unknown =>
  typeof slot === 'string' ? `${beginsChinese.test(slot) ? begin : ''}${slot}${endsChinese.test(slot) ? end : ''}` : slot

/** The same sentences, by the same names. */
export function closeUp<T>(texts: T): T {
  if (typeof texts === 'function')
    return ((...slots: unknown[]) => {
      const text: unknown = texts(...slots.map(marked))
      return typeof text === 'string' ? text.replace(spaceBeside, '').replace(/[\ue000\ue001]/g, '') : text
    }) as T
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return texts
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, closeUp(text)])) as T
}
