import { contentAfter, maybe, one, QUERY, TEXT, TITLE, type Grammar } from './grammar.ts'

const show = one('zeige?', 'zeigen sie', 'liste', 'listen sie', 'nenne', 'nennen sie')
const search = one('suche?', 'suchen sie', 'finde?', 'finden sie')
const create = one(
  'erstelle?',
  'erstellen sie',
  'schreibe?',
  'schreiben sie',
  'verfasse?',
  'verfassen sie',
  'veroffentliche',
  'mache?',
)
const my = maybe('die', 'meine', 'unsere', 'ihre')
const inMy = maybe('den', 'meinen', 'unseren', 'allen')
const posts = one('beitragen?', 'beitrage', 'posts')
const post = one('beitrag', 'post')
const todos = one('aufgaben', 'to-?dos', 'aufgabenliste', 'to-?do-liste')
const called = maybe('namens', 'mit dem titel', 'mit titel', 'mit dem namen', 'uber')
const content = contentAfter('(?:mit|und)(?: dem| diesem| folgendem)? (?:inhalt|text)')

export const german: Grammar = {
  courtesy: '(?:bitte,? )?',
  slash: {
    hilfe: 'help',
    beitrage: 'searchPosts',
    suche: 'searchPosts',
    lesen: 'readPost',
    beitrag: 'createPost',
    'neuer-beitrag': 'createPost',
    aufgaben: 'listTodos',
    aufgabe: 'addTodo',
    'neue-aufgabe': 'addTodo',
  },
  patterns: [
    [
      'help',
      `hilfe|hilf mir|befehle|was (?:kannst du|konnen sie|kann ich)(?: hier)?(?: alles)?(?: tun| machen| fragen)?|wer (?:bist du|sind sie)|was (?:bist du|sind sie)`,
    ],
    [
      'listTodos',
      `${show} ${maybe('mir', 'uns')}${maybe('alle')}${my}${maybe('offenen', 'offene')}${todos}(?: auf| an)?`,
    ],
    [
      'listTodos',
      `was (?:habe ich|haben wir|ist|gibt es)(?: heute)? zu tun|(?:welche|was sind) ${my}${todos}(?: gibt es| habe ich| haben wir)?|${my}${todos}`,
    ],
    [
      'addTodo',
      `(?:fuge?|fugen sie) ${maybe('mir', 'bitte')}${maybe('die', 'eine', 'das', 'ein')}${maybe('neue', 'neues')}(?:aufgabe|to-?do):? ${TEXT} hinzu`,
    ],
    [
      'addTodo',
      `(?:neue aufgabe|neues to-?do|aufgabe hinzufugen|to-?do hinzufugen|aufgabe|to-?do):? ${TEXT}`,
    ],
    [
      'addTodo',
      `${one(create, 'notiere?', 'notieren sie')} ${maybe('mir')}${maybe('eine', 'die', 'ein', 'das')}${maybe('neue', 'neues')}(?:aufgabe|to-?do):? ${TEXT}`,
    ],
    [
      'addTodo',
      `${one('fuge?', 'fugen sie', 'setze?', 'setzen sie', 'schreibe?', 'schreiben sie')} ${TEXT} (?:zu|auf|in) ${maybe('meinen', 'meine', 'meiner', 'den', 'die', 'der', 'unseren', 'unsere')}(?:${todos}|liste)(?: hinzu)?`,
    ],
    ['addTodo', `erinnere? mich (?:an|daran,?) ${TEXT}`],
    [
      'createPost',
      `(?:lege?|legen sie) ${maybe('mir', 'bitte')}${maybe('einen', 'den')}${maybe('neuen')}${post}:? ${called}${TITLE}${content} an`,
    ],
    [
      'createPost',
      `${create} ${maybe('mir', 'uns', 'bitte')}${maybe('einen', 'den')}${maybe('neuen')}${post}:? ${called}${TITLE}${content}`,
    ],
    ['createPost', `neuer ${post}:? ${called}${TITLE}${content}`],
    [
      'readPost',
      `${one('lies', 'lesen sie', 'offne', 'offnen sie', 'zeige?', 'zeigen sie')} ${maybe('mir', 'uns')}${maybe('den', 'meinen')}${post}:? ${called}${TITLE}(?: vor| an)?`,
    ],
    [
      'searchPosts',
      `${one(search, show)} ${maybe('mir', 'uns')}${maybe('nach')}${maybe('alle', 'allen')}${my}${maybe('neuesten', 'neueste', 'letzten')}${posts}(?: (?:uber|zu|zum thema|mit|nach|namens|fur) ${QUERY})?(?: auf| an)?`,
    ],
    ['searchPosts', `(?:durchsuche?|durchsuchen sie) ${maybe('alle')}${my}${posts}(?: nach ${QUERY})?`],
    ['searchPosts', `${search} (?:in|unter) ${inMy}${posts} nach ${QUERY}`],
    ['searchPosts', `${search} ${maybe('nach')}${QUERY} (?:in|unter) ${inMy}${posts}`],
    [
      'searchPosts',
      `(?:welche|was fur) ${posts} (?:gibt es|haben wir|habe ich)(?: (?:uber|zu|mit) ${QUERY})?|${posts}`,
    ],
  ],
  loose: [['searchPosts', `${search} (?:nach )?${QUERY}`]],
}
