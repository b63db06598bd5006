/** Of a mail to whoever runs the service. */
export const feedback = {
  subject: (rating: string, product: string): string => `${rating}: what somebody thinks of ${product}`,
  title: (rating: string): string => `Somebody says: ${rating}`,
  said: 'What they say',
  name: 'Name:',
  address: 'Address:',
  company: 'Company:',
  plan: 'Plan:',
  page: 'Page:',
  when: 'When:',
  reply: 'Your answer goes to whoever said this.',
}
