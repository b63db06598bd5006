/** The mail that several transfers are told in, to whoever got many within a short time (R41). */
export const joined = {
  subject: (formatted: string): string => `${formatted} transfers for you`,
  title: 'Several transfers for you',
  intro: 'Many mails came for you within a short time, so these wait for you together.',
  from: (sender: string): string => `From ${sender}`,
  linkLabel: 'Your link:',
  personal: 'These links were made for you alone. Their senders can see when files were downloaded.',
  unknownSender: 'Do not open links of senders whom you do not know.',
  refuse: 'Stop mails of this kind',
}
