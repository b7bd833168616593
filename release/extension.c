/* An extension module of CPython around the machine code of a game's rules: the entry of fs_env/core/machine/run/entry.py, with the same
   parameters and answers. `python -m release.extension` compiles this file with the constants of the game and links it with the rules. */

#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <numpy/ndarraytypes.h>
#include <stdint.h>

#include "rules.h"

enum { NUM_ARGUMENTS = 10, FIRST_LONG = 11 }; /* commands from PLAYOUT on play many decisions */

static PyTypeObject *array_type;

struct vector {
    void *data;
    int64_t n;
};

/* Reads a contiguous vector in native byte order that may be written. Returns 0 and raises an error where the argument is none. */
static int read_vector(PyObject *argument, int type, int64_t size, struct vector *vector) {
    PyArrayObject *array = (PyArrayObject *)argument;
    if (PyType_IsSubtype(Py_TYPE(argument), array_type) && PyArray_NDIM(array) == 1 && PyArray_DESCR(array)->type_num == type &&
        PyArray_DESCR(array)->byteorder != NPY_OPPBYTE && PyArray_CHKFLAGS(array, NPY_ARRAY_CARRAY) &&
        (PyArray_DIM(array, 0) == 0 || PyArray_STRIDE(array, 0) == size)) {
        vector->data = PyArray_DATA(array);
        vector->n = PyArray_DIM(array, 0);
        return 1;
    }
    PyErr_Format(PyExc_TypeError, "expected a contiguous vector of items of %zd bytes and of the entry's type, got %R", (Py_ssize_t)size, argument);
    return 0;
}

static PyObject *entry(PyObject *module, PyObject *const *given, Py_ssize_t n) {
    (void)module;
    if (n != NUM_ARGUMENTS) return PyErr_Format(PyExc_TypeError, "the entry takes %d arguments, got %zd", NUM_ARGUMENTS, n);
    long long command = PyLong_AsLongLong(given[0]), place = PyLong_AsLongLong(given[2]);
    long long b = PyLong_AsLongLong(given[6]), a = PyLong_AsLongLong(given[7]);
    if (PyErr_Occurred()) return NULL;
    struct vector states, numbers, memory, options, obs, mask;
    if (!read_vector(given[1], NPY_VOID, STATE_SIZE, &states) || !read_vector(given[3], NPY_INT64, 8, &numbers) ||
        !read_vector(given[4], NPY_INT64, 8, &memory) || !read_vector(given[5], NPY_INT64, 8, &options) ||
        !read_vector(given[8], NPY_INT16, 2, &obs) || !read_vector(given[9], NPY_INT8, 1, &mask))
        return NULL;
    PyThreadState *state = command >= FIRST_LONG ? PyEval_SaveThread() : NULL; /* other threads run meanwhile */
    int64_t result = 0;
    void *error = NULL;
    int32_t raised = fsenv_rules(&result, &error, command, GIVEN(states.data, states.n, STATE_SIZE), place, GIVEN(numbers.data, numbers.n, 8),
                                 GIVEN(memory.data, memory.n, 8), GIVEN(options.data, options.n, 8), b, a, GIVEN(obs.data, obs.n, 2),
                                 GIVEN(mask.data, mask.n, 1));
    if (state) PyEval_RestoreThread(state);
    return raised ? PyErr_Format(PyExc_RuntimeError, "the rules of " GAME " failed with status %d", (int)raised) : PyLong_FromLongLong(result);
}

static int start(PyObject *module) {
    PyObject *numpy = PyImport_ImportModule("numpy");
    if (!numpy) return -1;
    array_type = (PyTypeObject *)PyObject_GetAttrString(numpy, "ndarray");
    Py_DECREF(numpy);
    return array_type ? PyModule_AddStringConstant(module, "key", KEY) : -1;
}

static PyMethodDef methods[] = {{"entry", (PyCFunction)(void (*)(void))entry, METH_FASTCALL, "The entry of the rules."}, {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)start}, {0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "rules", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_rules(void) { return PyModuleDef_Init(&definition); }
