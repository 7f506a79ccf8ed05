import Handlebars from 'handlebars';
import { cardTemplate } from './card-template.ts';
import { type CardView } from './card-view.ts';
import { indexTemplate } from './index-template.ts';
import type { IndexView } from './index-view.ts';

/** The Markdown of a card. */
export function renderCard(view: CardView): string {
  return card(view);
}

/** The Markdown of the index of cards. */
export function renderIndex(view: IndexView): string {
  return index(view);
}

// Views hold Markdown, escaped where it was made; a name that the view lacks is a mistake and throws. A template is compiled
// when it is first used.
const [card, index] = [cardTemplate, indexTemplate].map((template) =>
  Handlebars.compile<object>(template, { noEscape: true, strict: true }),
) as [Render, Render];

type Render = (view: object) => string;
