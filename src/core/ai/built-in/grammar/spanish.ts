import { contentAfter, maybe, one, QUERY, TEXT, TITLE, type Grammar } from './grammar.ts'

const show = one('muestra', 'muestrame', 'muestre', 'mostrar', 'lista', 'listar', 'ensename', 'dame', 'ver')
const search = one('busca', 'buscame', 'buscar', 'busque', 'encuentra', 'encontrar')
const create = one(
  'crea',
  'crear',
  'cree',
  'escribe',
  'escribir',
  'escriba',
  'publica',
  'publicar',
  'redacta',
  'redactar',
  'anade',
  'agrega',
  'haz',
)
const add = one('anade', 'anadir', 'agrega', 'agregar', 'apunta', 'apuntar', 'anota', 'anotar')
const my = maybe('las', 'los', 'mis', 'nuestras', 'nuestros')
const posts = one('publicaciones', 'entradas', 'posts', 'articulos')
const post = one('publicacion', 'entrada', 'post', 'articulo')
const called = maybe('llamad[ao]', 'titulad[ao]', 'con el titulo', 'con titulo', 'que se llame', 'sobre')
const content = contentAfter('(?:con|y)(?: el| este)? (?:contenido|texto)|que diga|que dice')

export const spanish: Grammar = {
  courtesy: '(?:por favor,? |(?:puedes|podrias|puede|podria) |quiero |me gustaria )?',
  slash: {
    ayuda: 'help',
    publicaciones: 'searchPosts',
    buscar: 'searchPosts',
    leer: 'readPost',
    publicacion: 'createPost',
    'nueva-publicacion': 'createPost',
    tareas: 'listTodos',
    tarea: 'addTodo',
    'nueva-tarea': 'addTodo',
  },
  patterns: [
    [
      'help',
      `ayuda|ayudame|que (?:puedes|sabes|puedo) (?:hacer|preguntar)(?: aqui| por mi)?|quien eres|que eres`,
    ],
    [
      'listTodos',
      `${show} ${maybe('todas')}${my}${maybe('la lista de', 'mi lista de')}tareas(?: pendientes)?|${maybe('mis', 'lista de')}tareas(?: pendientes)?`,
    ],
    [
      'listTodos',
      `que tareas (?:hay|tengo|tenemos)(?: pendientes)?|cuales son mis tareas|que tengo que hacer(?: hoy)?|que hay en mi lista(?: de tareas)?`,
    ],
    [
      'addTodo',
      `${one(add, 'crea', 'crear', 'cree')} ${maybe('una', 'la')}${maybe('nueva')}tarea(?: nueva)?(?: llamada| de)?:? ${TEXT}`,
    ],
    [
      'addTodo',
      `${one(add, 'pon', 'poner')} ${TEXT} (?:a|en) (?:${my}tareas|(?:la|mi) lista(?: de tareas)?)`,
    ],
    ['addTodo', `nueva tarea:? ${TEXT}`],
    ['addTodo', `recuerdame ${maybe('que')}${TEXT}`],
    [
      'createPost',
      `${create} ${maybe('una', 'un', 'la', 'el')}${maybe('nueva', 'nuevo')}${post}(?: nueva| nuevo)?:? ${called}${TITLE}${content}`,
    ],
    ['createPost', `nuev[ao] ${post}:? ${called}${TITLE}${content}`],
    [
      'readPost',
      `${one('lee', 'leer', 'leeme', 'lea', 'abre', 'abrir', 'abra', show)} (?:la|el) ${post}:? ${called}${TITLE}`,
    ],
    [
      'readPost',
      `${one('lee', 'leer', 'leeme', 'lea', 'abre', 'abrir', 'abra')} ${post}:? ${called}${TITLE}`,
    ],
    [
      'searchPosts',
      `${one(search, show)} ${maybe('todas', 'todos')}${my}${maybe('ultimas', 'ultimos')}${posts}(?: (?:sobre|acerca de|de|con|que contengan|que hablen de|llamadas|para) ${QUERY})?`,
    ],
    ['searchPosts', `${search} ${QUERY} en ${maybe('todas', 'todos')}${my}${posts}`],
    ['searchPosts', `${search} en ${maybe('todas', 'todos')}${my}${posts} ${QUERY}`],
    [
      'searchPosts',
      `que ${posts} (?:hay|tenemos|tengo|existen)(?: (?:sobre|de|con) ${QUERY})?|publicaciones`,
    ],
  ],
  loose: [['searchPosts', `${search} ${QUERY}`]],
}
