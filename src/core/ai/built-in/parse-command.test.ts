import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages, type Language } from '#/core/i18n/languages.ts'
import { cpuMsOf } from '../../../../tests/cpu-time.ts'
import type { Command } from './grammar/grammar.ts'
import { parseCommand } from './parse-command.ts'

const posts = (query = ''): Command => ({ name: 'searchPosts', query })
const read = (title: string): Command => ({ name: 'readPost', title })
const create = (title: string, content?: string): Command => ({ name: 'createPost', title, content })
const todos: Command = { name: 'listTodos' }
const add = (text: string): Command => ({ name: 'addTodo', text })
const help: Command = { name: 'help' }

const said: Record<Language, [string, Command][]> = {
  en: [
    ['help', help],
    ['What can you do?', help],
    ['/help', help],
    ['search posts about summer holidays', posts('summer holidays')],
    ['Can you find posts with Überraschung?', posts('Überraschung')],
    ['show me the latest posts', posts()],
    ['Search for budget in our posts.', posts('budget')],
    ['search for budget', posts('budget')],
    ['/posts', posts()],
    ['/search Budget 2027', posts('Budget 2027')],
    ['read the post Welcome', read('Welcome')],
    ['Please open the post called “What is next?”', read('What is next?')],
    ['/read Welcome', read('Welcome')],
    ['create a post called Hello world', create('Hello world')],
    [
      'Create a new post titled "Plans with content" with content Ship it. Then rest.',
      create('Plans with content', 'Ship it. Then rest.'),
    ],
    [
      'write a post called Release notes\n\n# Version 2\n\n- quick',
      create('Release notes', '# Version 2\n\n- quick'),
    ],
    ['new post: Holidays', create('Holidays')],
    ['/new-post Holidays\nClosed in August', create('Holidays', 'Closed in August')],
    ['list my to-dos', todos],
    ["what's on my to-do list?", todos],
    ['/todos', todos],
    ['add a to-do: Water the plants', add('Water the plants')],
    ['add Buy milk to my to-dos', add('Buy milk')],
    ['remind me to call Ada', add('call Ada')],
    ['/todo Water the plants', add('Water the plants')],
  ],
  de: [
    ['Hilfe', help],
    ['Was kannst du?', help],
    ['Was können Sie hier tun?', help],
    ['/hilfe', help],
    ['Suche Beiträge über den Sommerurlaub', posts('den Sommerurlaub')],
    ['suche beitraege', posts('beitraege')],
    ['Zeige mir alle Beiträge', posts()],
    ['Suchen Sie nach Übergabe in den Beiträgen.', posts('Übergabe')],
    ['/beiträge Urlaub', posts('Urlaub')],
    ['/beitrage Urlaub', posts('Urlaub')],
    ['Lies den Beitrag Willkommen vor', read('Willkommen')],
    ['Bitte öffne den Beitrag „Größe und Maß“', read('Größe und Maß')],
    ['/lesen Willkommen', read('Willkommen')],
    ['Erstelle einen Beitrag namens Hallo Welt', create('Hallo Welt')],
    [
      'Schreiben Sie einen neuen Beitrag mit dem Titel Öffnungszeiten mit dem Inhalt Wir öffnen um 9.',
      create('Öffnungszeiten', 'Wir öffnen um 9.'),
    ],
    ['Lege einen Beitrag namens Ziele an', create('Ziele')],
    ['/neuer-beitrag Ziele', create('Ziele')],
    ['Zeige meine Aufgaben', todos],
    ['Was habe ich heute zu tun?', todos],
    ['/aufgaben', todos],
    ['Füge die Aufgabe Blumen gießen hinzu', add('Blumen gießen')],
    ['Neue Aufgabe: Müll rausbringen', add('Müll rausbringen')],
    ['Setze Äpfel kaufen auf die Liste', add('Äpfel kaufen')],
    ['/aufgabe Blumen gießen', add('Blumen gießen')],
  ],
  es: [
    ['ayuda', help],
    ['¿Qué puedes hacer?', help],
    ['/ayuda', help],
    ['busca publicaciones sobre el año nuevo', posts('el año nuevo')],
    ['Muéstrame las publicaciones', posts()],
    ['busca presupuesto en las publicaciones', posts('presupuesto')],
    ['/publicaciones vacaciones', posts('vacaciones')],
    ['lee la publicación Bienvenida', read('Bienvenida')],
    ['abre la publicación «¿Qué sigue?»', read('¿Qué sigue?')],
    ['/leer Bienvenida', read('Bienvenida')],
    ['crea una publicación llamada Hola mundo', create('Hola mundo')],
    [
      'Crea una publicación titulada Año nuevo con el contenido Cerramos el 1 de enero.',
      create('Año nuevo', 'Cerramos el 1 de enero.'),
    ],
    ['/nueva-publicación Año nuevo', create('Año nuevo')],
    ['muestra mis tareas', todos],
    ['¿Qué tengo que hacer hoy?', todos],
    ['/tareas', todos],
    ['añade la tarea Regar las plantas', add('Regar las plantas')],
    ['Añade comprar leche a mis tareas, por favor', add('comprar leche')],
    ['recuérdame llamar a Ada', add('llamar a Ada')],
    ['/tarea Regar las plantas', add('Regar las plantas')],
  ],
  pt: [
    ['ajuda', help],
    ['O que você pode fazer?', help],
    ['/ajuda', help],
    ['busque publicações sobre as férias', posts('as férias')],
    ['Mostre as publicações', posts()],
    ['procure por orçamento nas publicações', posts('orçamento')],
    ['/publicações férias', posts('férias')],
    ['leia a publicação Boas-vindas', read('Boas-vindas')],
    ['Abra a publicação “O que vem depois?”', read('O que vem depois?')],
    ['/ler Boas-vindas', read('Boas-vindas')],
    ['crie uma publicação chamada Olá mundo', create('Olá mundo')],
    [
      'Crie uma publicação intitulada Férias com o conteúdo Fechamos em agosto.',
      create('Férias', 'Fechamos em agosto.'),
    ],
    ['/nova-publicação Férias', create('Férias')],
    ['mostre minhas tarefas', todos],
    ['O que eu tenho que fazer hoje?', todos],
    ['/tarefas', todos],
    ['adicione a tarefa Regar as plantas', add('Regar as plantas')],
    ['Adicione comprar pão às minhas tarefas', add('comprar pão')],
    ['Lembre-me de ligar para a Ada', add('ligar para a Ada')],
    ['/tarefa Regar as plantas', add('Regar as plantas')],
  ],
}

describe.each(languages)('in %s', (language) => {
  test.each(said[language])('"%s" is understood, whatever the interface speaks', (text, command) => {
    for (const interfaceLanguage of languages)
      expect(parseCommand(text, interfaceLanguage)?.command).toEqual(command)
  })

  test.each(said[language].filter(([text]) => !text.startsWith('/')))(
    '"%s" is answered in its own language',
    (text) => {
      expect(parseCommand(text, language)).toMatchObject({ language, isExplicit: false })
    },
  )
})

test('a slash command of English is answered in the language of the interface', () => {
  expect(parseCommand('/help', 'de')).toMatchObject({ language: 'de', isExplicit: true })
  expect(parseCommand('/aufgaben', 'en')).toMatchObject({ language: 'de', isExplicit: true })
})

test.each([
  'When was the company founded?',
  'Wie viele Urlaubstage gibt es?',
  'hello',
  '',
  '/',
  '/unknown thing',
  '/read',
  '/todo   ',
  'create a post called ""',
  'The search posts a new record each year.',
  'Who wrote the post about dragons in 1999 and why?',
])('"%s" is no command', (text) => {
  for (const language of languages) expect(parseCommand(text, language)).toBeUndefined()
})

test('any text is read in a moment', () => {
  const words = fc.constantFrom(
    'create',
    'a post',
    'called',
    'with content',
    'add',
    'to my',
    'to-dos',
    'suche',
    'nach',
    'en',
    'las',
    'por',
    '"',
    ' ',
    '\n',
    'é',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words, { maxLength: 4000 }).map((some) => some.join(' ')),
      ),
      (text) => {
        const spent = cpuMsOf(() => {
          for (const language of languages) parseCommand(text, language)
        })
        expect(spent).toBeLessThan(500)
      },
    ),
    { numRuns: 200 },
  )
})
