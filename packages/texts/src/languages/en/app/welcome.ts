/** For whoever sent without an account and comes back. */
export const welcome = {
  title: 'Welcome Back!',
  subtitle: 'Save your transfers',
  text: 'Make a free account with this address, and all that you sent from it is kept in one place: who downloaded, how long the links live, and a button to delete.',
  verification: 'We mail a code to the address, so that nobody else can take them.',
  save: 'Save my transfers',
  haveAccount: 'I have an account',
  noEmail: 'Make a free account with the address that you sent from.',
  inAccount: 'You are logged in. What was sent from your address is in your list already.',
  toList: 'To my transfers',
  prompt_one: 'You sent a transfer from {{email}}. With a free account it is kept for you.',
  prompt_other: 'You sent {{count, number}} transfers from {{email}}. With a free account they are kept for you.',
  notNow: 'No, thanks',
}
