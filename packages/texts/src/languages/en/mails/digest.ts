/** The mail with a day's downloads (D5). */
const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

export const digest = {
  subject: (count: number, formatted: string): string => `${formatted} ${plural(count, 'download', 'downloads')} in the last day`,
  title: 'What was downloaded',
  intro: 'These people downloaded from your transfers since our last mail:',
  line: (who: string, what: string): string => `${who}: ${what}`,
  someone: 'Someone with the link',
  fact: (files: string, date: string): string => `${files}, ${date}`,
  more: (count: number, formatted: string): string => `and ${formatted} more ${plural(count, 'download', 'downloads')}`,
  button: 'See your transfers',
  linkLabel: 'Your transfers:',
  turnOff: 'You chose one mail a day. You can change that in your account’s settings.',
}
