import type { About } from '../about.ts'

export const about: About = {
  name: 'English',
  englishName: 'English',
  switchTo: 'Switch to English',
  tag: 'en',
  closesUp: false,
  sentenceSpace: ' ',
  comma: ', ',
  place: (city, country) => `${city}, ${country}`,
  shortTime: (text) => text.replace('.', ''),
  inZone: (time, zone) => `${time} ${zone}`,
  clock: null,
}
