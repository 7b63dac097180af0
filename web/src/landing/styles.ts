/** The styles of the static landing page, to be inlined. */
import dock from '../app/css/dock.css?inline';
import footer from '../app/css/footer.css?inline';
import header from '../ui/css/header.css?inline';
import base from '../ui/css/base.css?inline';
import layout from '../ui/css/layout.css?inline';
import button from '../ui/css/button.css?inline';
import docket from '../ui/css/docket.css?inline';
import choice from '../ui/css/choice.css?inline';
import field from '../ui/css/field.css?inline';
import inbox from '../ui/css/inbox.css?inline';
import fontsNear from '../ui/css/fonts-near.css?inline';
import icon from '../ui/css/icon.css?inline';
import mark from '../ui/css/mark.css?inline';
import logo from '../ui/css/logo.css?inline';
import note from '../ui/css/note.css?inline';
import people from '../ui/css/people.css?inline';
import stone from '../ui/css/stone.css?inline';
import term from '../ui/css/term.css?inline';
import tokens from '../ui/css/tokens.css?inline';
import landing from './landing.css?inline';
import wide from './wide.css?inline';

export const styles = [
  fontsNear,
  tokens,
  base,
  layout,
  icon,
  logo,
  button,
  inbox,
  field,
  choice,
  mark,
  note,
  people,
  stone,
  term,
  docket,
  header,
  dock,
  footer,
  landing,
  wide,
].join('');
