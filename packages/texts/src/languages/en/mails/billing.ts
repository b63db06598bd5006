/** Mails about a plan; `role` and `left` are plans' names, dates and prices come formatted. */
type Words = { subject: string; title: string; paragraphs: string[]; button: string }

export const billing = {
  linkLabel: 'Your plan and billing:',
  footer: 'You get this mail because it is about your plan.',
  reminder: (role: string, date: string, product: string): Words => ({
    subject: `Your ${product} trial ends on ${date}`,
    title: 'Two days left of your trial',
    paragraphs: [
      `You are trying the ${role} plan until ${date}.`,
      'Add a payment method to keep it. Without one nothing is charged: your links stay open, and sending stops until you choose.',
    ],
    button: 'Add a payment method',
  }),
  begun: (role: string, date: string, price: string): Words => ({
    subject: `Your ${role} plan has begun`,
    title: 'Thank you. Your plan has begun',
    paragraphs: [
      `The ${role} plan at ${price} is paid until ${date}, and goes on after that day. The invoice is with your plan.`,
      'You can cancel at any time: the plan then lasts until that day, and nothing more is charged.',
    ],
    button: 'See your plan and invoice',
  }),
  willCharge: (role: string, date: string, price: string, product: string): Words => ({
    subject: `Your ${product} trial ends on ${date}`,
    title: 'Two days left of your trial',
    paragraphs: [
      `You are trying the ${role} plan until ${date}.`,
      `On that day ${price} is charged to your card, and the plan goes on. If you do not want that, cancel before then and nothing is charged.`,
    ],
    button: 'Your plan and billing',
  }),
  trialEnded: (role: string, left: string): Words => ({
    subject: `Your ${role} trial has expired.`,
    title: `Your ${role} trial has expired.`,
    paragraphs: [
      'Nothing was charged. What you have sent can still be downloaded; sending rests for now.',
      `Add a payment method to go on, or continue on ${left}.`,
    ],
    button: 'Choose how to go on',
  }),
  paymentFailed: (role: string): Words => ({
    subject: `We could not charge your card for the ${role} plan`,
    title: 'Your payment did not go through',
    paragraphs: [
      `The card on file was not accepted for your ${role} plan. We try again over the next days.`,
      'What you have sent can still be downloaded; sending rests until the payment succeeds. Another card settles it at once.',
    ],
    button: 'Check your card',
  }),
  unpaid: (role: string, left: string): Words => ({
    subject: `Your ${role} plan is unpaid`,
    title: 'Your plan is unpaid',
    paragraphs: [
      `The payment for your ${role} plan did not go through, and we do not try it again by ourselves.`,
      `What you have sent can still be downloaded; sending rests. Another card settles it at once, or you continue on ${left}.`,
    ],
    button: 'Check your card',
  }),
  cancelled: (role: string, date: string, left: string): Words => ({
    subject: `Your ${role} plan ends on ${date}`,
    title: 'Your plan is cancelled',
    paragraphs: [
      `You keep the ${role} plan until ${date}; nothing more is charged. After that your account goes on as ${left}, and what you have sent stays until it expires.`,
      'You can take this back until then.',
    ],
    button: 'Keep my plan',
  }),
  ended: (role: string, product: string, left: string): Words => ({
    subject: `Your ${role} plan with ${product} has ended`,
    title: 'Your plan has ended',
    paragraphs: [`Nothing more is charged. Your account goes on as ${left}, and what you have sent stays until it expires.`],
    button: 'See the plans',
  }),
  refunded: (price: string, days: number, left: string): Words => ({
    subject: `We refunded ${price}`,
    title: 'Your refund is on its way',
    paragraphs: [
      `As promised for the first ${days} days, we gave ${price} back to the card you paid with. Banks take up to ten days to show it.`,
      `Your plan has ended, and your account goes on as ${left}.`,
    ],
    button: 'See your invoices',
  }),
  refundedTwice: (role: string, price: string): Words => ({
    subject: `We refunded ${price}`,
    title: 'You had paid twice',
    paragraphs: [
      `Two plans were paid for your account, and one is enough: we ended the second one (${role}) and gave ${price} back to the card you paid with. Banks take up to ten days to show it.`,
      'The other plan goes on.',
    ],
    button: 'See your invoices',
  }),
}
