import { contentAfter, maybe, one, QUERY, TEXT, TITLE, type Grammar } from './grammar.ts'

const show = one('show', 'list', 'give', 'see', 'view')
const my = maybe('the', 'my', 'our')
const todos = one('to-?dos', 'to do list', 'to-?do list', 'tasks', 'task list')
const about = one(
  'about',
  'on',
  'for',
  'with',
  'containing',
  'mentioning',
  'named',
  'called',
  'that mention',
  'that contain',
  'matching',
)
const called = maybe('called', 'named', 'titled', 'entitled', 'with the title', 'about')
const content = contentAfter('(?:with|and)(?: the| this)? (?:content|contents|text|body)|saying|that says')

export const english: Grammar = {
  courtesy: String.raw`(?:please,? |(?:can|could|would|will) you (?:please )?|i (?:want|would like) (?:you )?to |i'd like (?:you )?to )?`,
  slash: {
    help: 'help',
    posts: 'searchPosts',
    search: 'searchPosts',
    read: 'readPost',
    post: 'createPost',
    'new-post': 'createPost',
    todos: 'listTodos',
    'to-dos': 'listTodos',
    todo: 'addTodo',
    'add-todo': 'addTodo',
  },
  patterns: [
    [
      'help',
      `help(?: me)?|(?:list )?(?:the |all )?commands|what can (?:you|i) (?:do|ask)(?: here| you| for me)?|who are you|what are you`,
    ],
    ['listTodos', `${show} ${maybe('me')}${maybe('all', 'all of')}${my}${maybe('open', 'pending')}${todos}`],
    [
      'listTodos',
      `what(?:'s| is| are) ${maybe('on', 'in')}${my}${maybe('open', 'pending')}${todos}|what (?:do i|do we) have to do(?: today)?|${my}${todos}`,
    ],
    [
      'addTodo',
      `${one('add', 'create', 'make', 'note')} ${maybe('a', 'the', 'another')}${maybe('new')}(?:to-?do|task)(?: called| named| to)?:? ${TEXT}`,
    ],
    ['addTodo', `new (?:to-?do|task):? ${TEXT}`],
    ['addTodo', `(?:to-?do|task): ${TEXT}`],
    ['addTodo', `${one('add', 'put', 'note')} ${TEXT} (?:to|on|in) ${my}(?:${todos}|list)`],
    ['addTodo', `remind me to ${TEXT}`],
    [
      'createPost',
      `${one('create', 'write', 'add', 'make', 'publish', 'draft')} ${maybe('me', 'us')}${maybe('a', 'the', 'another')}${maybe('new')}(?:blog )?post:? ${called}${TITLE}${content}`,
    ],
    ['createPost', `new post:? ${called}${TITLE}${content}`],
    [
      'readPost',
      `${one('read', 'open', 'show', 'display')} ${maybe('me')}${maybe('the', 'my', 'our')}post:? ${called}${TITLE}`,
    ],
    [
      'searchPosts',
      `${one('search', 'find', 'look for', 'browse', show)} ${maybe('me')}${maybe('for')}${maybe('all', 'any')}${my}${maybe('latest', 'newest', 'recent')}posts(?: ${about} ${QUERY})?`,
    ],
    ['searchPosts', `${one('search', 'look', 'find')} ${maybe('for')}${QUERY} in ${maybe('all')}${my}posts`],
    [
      'searchPosts',
      `(?:which|what) posts (?:are there|do we have|do i have|exist|mention|contain|are about)(?: ${maybe(about)}${QUERY})?|posts`,
    ],
  ],
  loose: [['searchPosts', `search (?:for )?${QUERY}`]],
}
