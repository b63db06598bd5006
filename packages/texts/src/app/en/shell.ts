/** The frame around every page. */
export const shell = {
  name: 'Sampan',
  home: 'Sampan, home page',
  skip: 'Skip to content',
  mainLinks: 'Main links',
  logIn: 'Log in',
  signUp: 'Sign up',
  dashboard: 'Dashboard',
  theme: 'Theme',
  themeLight: 'Light',
  themeSystem: 'As the system',
  themeDark: 'Dark',
  crashTitle: 'Something broke on this page.',
  crashText: 'It was our fault. Load the page again, please.',
  reload: 'Load again',
  noAnswerTitle: 'No answer from the server',
  noAnswerText: 'You are still logged in. Check your connection, then load the page again.',
}
