/** What a language says of itself. All else of it stands beside, in files of the same names for every language. */
export type About = {
  /** In itself: "中文". */
  name: string
  /** In English: "Chinese". */
  englishName: string
  /** What leads to it, said in itself: "切换到中文". */
  switchTo: string
  /** For `lang`, `hreflang` and Intl: "zh-CN". */
  tag: string
  /** Its letters stand close to what fills a slot in the same script (close-up.ts). */
  closesUp: boolean
  /** Stands between two sentences. */
  sentenceSpace: string
  /** Stands between the items of a list. */
  comma: string
  /** "Lyon, France" */
  place: (city: string, country: string) => string
  /** What Intl makes of a short time, as it is written here: "2 min. ago". */
  shortTime: (text: string) => string
  /** A time with the name of its reader's zone. */
  inZone: (time: string, zone: string) => string
  /** By which all who read it live; null where they live by many. */
  clock: { timeZone: string; say: (time: string, utc: string) => string } | null
}
