/** Of a mail to whoever runs the service. */
export const feedback = {
  subject: (rating: string, product: string): string => `${rating}: what somebody thinks of ${product}`,
  title: (rating: string): string => `Somebody says: ${rating}`,
  subjectOfMany: (count: number, product: string): string => `${count} pieces of feedback on ${product}`,
  titleOfMany: (count: number): string => `${count} pieces of feedback`,
  more: (count: number): string => `And ${count} more: sampan feedback shows them.`,
  replyOfMany: 'To answer somebody, write to their address.',
  said: 'What they say',
  name: 'Name:',
  address: 'Address:',
  company: 'Company:',
  plan: 'Plan:',
  page: 'Page:',
  when: 'When:',
  reply: 'Your answer goes to whoever said this.',
}
