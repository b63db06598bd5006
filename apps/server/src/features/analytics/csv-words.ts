/** Heads and words of the CSV files, the same as on the page. */
import type { Language } from '@sampan/contract/paths'
import { analytics } from '@sampan/texts/registry/analytics'

const wordsOf = (t: (typeof analytics)[Language]) => ({
  unknownPlace: t.unknownPlace,
  someone: t.someone,
  columns: {
    time: t.columnTime,
    transfer: t.transfer,
    link: t.columnLink,
    recipient: t.recipient,
    country: t.country,
    code: t.columnCode,
    city: t.columnCity,
    program: t.columnProgram,
    device: t.columnDevice,
    kind: t.columnKind,
    files: t.columnFiles,
    bytes: t.columnBytes,
    day: t.columnDay,
    downloads: t.columnDownloads,
    sent: t.columnSent,
    sentAt: t.columnSentAt,
  },
  devices: { computer: t.device_computer, phone: t.device_phone, tablet: t.device_tablet, terminal: t.device_terminal },
  kinds: {
    image: t.kind_image,
    video: t.kind_video,
    audio: t.kind_audio,
    document: t.kind_document,
    archive: t.kind_archive,
    other: t.kind_other,
    several: t.kind_several,
  },
})
type Words = ReturnType<typeof wordsOf>
/** By what the rows say: an older word is shown as it is. */
export type CsvWords = Omit<Words, 'devices' | 'kinds'> & Record<'devices' | 'kinds', Readonly<Record<string, string>>>

export const csvWords = (language: Language): CsvWords => wordsOf(analytics[language])
